platen keys create --name first --account acme
