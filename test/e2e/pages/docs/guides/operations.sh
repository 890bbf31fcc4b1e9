platen keys create --name ci --data-dir machine/data
