from django.contrib import admin

from .models import Author, Book, Tag


@admin.register(Book)
class BookAdmin(admin.ModelAdmin):
    list_display = ["title", "author", "price", "in_print"]
    list_editable = ["price", "in_print"]
    list_filter = ["format"]
    search_fields = ["title"]
    filter_horizontal = ["tags"]


admin.site.register([Author, Tag])
