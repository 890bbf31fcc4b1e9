printf 'name,agreed\nGrace,true\nAlan,false\n' > people.csv
