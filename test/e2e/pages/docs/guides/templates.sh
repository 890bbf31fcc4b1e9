platen init mails
mkdir -p mails/invoice/values
cp mails/invoice/preview_context.json mails/invoice/values/long.json
