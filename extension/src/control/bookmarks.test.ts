// Bookmarks and the folders they lie in.
import { expect, test } from 'vitest';
import { barOf, flattenBookmarks, namesOf } from './bookmarks';

const tree = {
  id: '0',
  title: '',
  children: [
    { id: '2', title: 'Other bookmarks', folderType: 'other', children: [] },
    {
      id: '1',
      title: 'Bookmarks bar',
      folderType: 'bookmarks-bar',
      children: [
        { id: '5', title: 'Home', url: 'https://home.example/', dateAdded: 1714558830000.5 },
        {
          id: '6',
          title: 'Trains',
          children: [{ id: '7', title: 'ICE', url: 'https://ice.example/' }],
        },
      ],
    },
  ],
};

test('every address is told with its folders, from the outermost', () => {
  expect(flattenBookmarks(tree)).toEqual([
    {
      id: '5',
      title: 'Home',
      url: 'https://home.example/',
      folder: 'Bookmarks bar',
      addedMs: 1714558830000,
    },
    { id: '7', title: 'ICE', url: 'https://ice.example/', folder: 'Bookmarks bar/Trains' },
  ]);
});

test.each([
  ['', []],
  ['Trains', ['Trains']],
  ['Trains/Fast', ['Trains', 'Fast']],
  ['Bookmarks bar/Trains', ['Trains']],
  ['/Trains/', ['Trains']],
])('the folder "%s"', (folder, names) => {
  expect(namesOf(folder, 'Bookmarks bar')).toEqual(names);
});

test('the bar is found by its kind, and by its place where Chrome does not tell the kind', () => {
  expect(barOf(tree).id).toBe('1');
  expect(barOf({ ...tree, children: [{ id: '9', title: 'Lesezeichenleiste' }] }).id).toBe('9');
});
