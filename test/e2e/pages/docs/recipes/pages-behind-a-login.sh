# A session of the web that Playwright has stored.
echo '{"cookies": [], "origins": []}' > state.json
