with_service
echo '{}' > order.json
