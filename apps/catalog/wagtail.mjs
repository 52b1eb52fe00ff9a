// @ts-check
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProgram } from '../start.mjs';
import { check, click, read, see, type, visit, waitText } from '../steps.mjs';

/** @param {import('../run.mjs').World} world */
function project({ folder, data, env }) {
  const options = {
    cwd: data,
    env: { ...env, DJANGO_SUPERUSER_PASSWORD: 'correct horse', PYTHONDONTWRITEBYTECODE: '1' },
  };
  const python = join(folder, 'venv/bin/python');
  const say = async (/** @type {string[]} */ ...args) =>
    (await promisify(execFile)(python, args, options)).stdout;
  return { python, options, say };
}

/** @type {import('../run.mjs').Application} */
export default {
  name: 'wagtail',
  packages: { pip: ['wagtail==8.0.1'] },
  async start(world) {
    const { python, options, say } = project(world);
    await say(join(world.folder, 'venv/bin/wagtail'), 'start', 'diary', '.');
    await say('manage.py', 'migrate');
    const person = ['--username', 'ada', '--email', 'ada@example.org'];
    await say('manage.py', 'createsuperuser', '--noinput', ...person);
    const place = `127.0.0.1:${world.port}`;
    // Its database takes one writer at a time, and the editor saves drafts while a person publishes.
    const command = [python, 'manage.py', 'runserver', '--noreload', '--nothreading', place];
    return startProgram(command, { url: `http://${place}/admin/`, ...options });
  },
  steps: [
    type('label=Username', 'ada'),
    type('label=Password', 'correct horse'),
    click('role=button:Sign in'),
    click('role=link:1 Page created in diary'),
    click('role=link:Add child page'),
    type('label=Title', 'A walk'),
    click('role=tab:Promote'),
    type('label=Meta description', 'Through the woods'),
    check('label=Show in menus'),
    click('role=button:More actions'),
    click('role=button:Publish'),
    waitText('published.'),
    see(/link "[^"]*A walk"/),
    visit('/admin/redirects/add/'),
    type('label=Redirect from', '/old-walk'),
    click('role=button:Choose a page'),
    click('role=link:Explore'),
    click('role=link:A walk'),
    see(/Redirect to a page\n\s*A walk/),
    click('role=button:Create'),
    waitText('added'),
    read('tables', /\/old-walk/),
  ],
  check: async (world) => {
    const stored = async (/** @type {string} */ model) =>
      JSON.parse(await project(world).say('manage.py', 'dumpdata', model));
    const page = (await stored('wagtailcore.page')).at(-1);
    const { title, live, show_in_menus, search_description } = page.fields;
    assert.deepEqual(
      { title, live, show_in_menus, search_description },
      { title: 'A walk', live: true, show_in_menus: true, search_description: 'Through the woods' },
    );
    const [redirect] = await stored('wagtailredirects.redirect');
    assert.deepEqual(
      [redirect.fields.old_path, redirect.fields.redirect_page],
      ['/old-walk', page.pk],
    );
  },
};
