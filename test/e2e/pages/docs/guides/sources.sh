echo '<h1>Cover</h1>' > cover.html
echo '# Appendix' | platen render pdf - --from markdown -o appendix.pdf
cp -r templates/invoice invoice
mkdir docs
cp letter.html report.html docs
