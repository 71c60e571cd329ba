"""Many runs diagnosed by one command: spread over processes, within one budget, a document for each."""
