"""Labels that annotators gave to traces, read from files and compared.

`read_labels` (files) reads them, `tabulate` (label) puts them into cells, `compare` (comparison) measures agreement.
"""
