from django.db import models


class Author(models.Model):
    name = models.CharField(max_length=100)

    def __str__(self):
        return self.name


class Tag(models.Model):
    name = models.CharField(max_length=50)

    def __str__(self):
        return self.name


class Book(models.Model):
    FORMATS = [("h", "Hardcover"), ("p", "Paperback"), ("e", "E-book")]

    title = models.CharField(max_length=200)
    author = models.ForeignKey(Author, on_delete=models.CASCADE)
    format = models.CharField(max_length=1, choices=FORMATS)
    published = models.DateField()
    price = models.DecimalField(max_digits=6, decimal_places=2)
    in_print = models.BooleanField(default=False)
    tags = models.ManyToManyField(Tag, blank=True)
    notes = models.TextField(blank=True)

    def __str__(self):
        return self.title
