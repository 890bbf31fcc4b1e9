with_service
echo '<img src="pictures/page-1.png" width=200>' > photos.html
