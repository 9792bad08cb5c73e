"""The panel of what is not known of a record with gaps."""
