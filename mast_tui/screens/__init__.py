"""The screens: each arranges widgets, starts the slow work, and hands its results down."""
