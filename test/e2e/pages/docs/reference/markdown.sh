echo '<h1>Cover</h1>' > cover.html
mkdir chapters
echo '# One' > chapters/one.md
echo '# Two' > chapters/two.md
