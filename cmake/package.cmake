# Written with the install rules.
