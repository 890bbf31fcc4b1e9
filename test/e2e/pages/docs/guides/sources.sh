echo '<h1>Cover</h1>' > cover.html
echo '# Appendix' | platen render pdf - --from markdown -o appendix.pdf
cp -r templates/invoice invoice
mkdir docs
cp letter.html report.html docs
platen render image cover.html --format jpeg -o scan1.jpg
cp scan1.jpg scan2.jpg
platen render image cover.html -o receipt.png
printf 'h1 { color: navy }' > print.css
printf '# Manual\n' > manual.md
