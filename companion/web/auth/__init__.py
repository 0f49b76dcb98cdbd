"""Who may connect and what each visitor may do."""
