platen init mails
mkdir -p mails/invoice/values
cp mails/invoice/preview_context.json mails/invoice/values/long.json
mkdir partials
echo '<h1>Header</h1>' > partials/header.html
mkdir -p mails/letter/values
cp mails/letter/preview_context.json mails/letter/values/short.json
