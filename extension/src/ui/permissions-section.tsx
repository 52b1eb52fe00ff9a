// Options: why the extension needs each of its permissions. The titles are Chrome's own words.
import { Card } from './card';

const REASONS: [permission: string, why: string][] = [
  [
    'Read and change all your data on all websites',
    'Your agents work in your tabs. Tabwright adds its page reader to a page only when an agent ' +
      'uses that page, or when you let it remember what you read. One small script runs in every page from the start: it notes which elements ' +
      'react to clicks, and tells only that reader.',
  ],
  [
    'Read and change your browsing history',
    'Agents need the address and title of your tabs to tell them apart. Your history is searched ' +
      'only when you or an agent look for a page, as in “open the train timetable”. It is never ' +
      'changed.',
  ],
  [
    'Access the page debugger backend',
    'Agents click, type and take screenshots through it. Chrome shows a bar while Tabwright is ' +
      'attached to a tab, until no agent is connected. Cancel on that bar stops them.',
  ],
  [
    'Cookies, downloads and navigation',
    'Agents can read, set and clear cookies, for instance to save a login. They can download files ' +
      'and see where these were saved. Navigation tells when a page has loaded, and which tab ' +
      'opened a new one.',
  ],
  [
    'Change your settings that control websites’ access to features',
    'Agents can allow or block a website’s access to your location, camera, microphone, clipboard ' +
      'or notifications. Your own settings come back when the agent resets them.',
  ],
  [
    'View and manage your tab groups',
    'Agents can open their tabs in a group of their own, so you can see which tabs are theirs.',
  ],
  [
    'Read and change your bookmarks',
    'Agents can find, add and remove bookmarks when you ask them to.',
  ],
  [
    'Read and modify data you copy and paste',
    'Agents can read your clipboard or put text on it. Tabwright never does this by itself.',
  ],
  ['Reading aloud', 'Agents can have a text read aloud, and stop it.'],
  [
    'Communicate with cooperating native applications',
    'To find Tabwright on this computer, and to start it together with the browser.',
  ],
  [
    'Storage and alarms',
    'To remember this browser’s name and pairing and what you typed in the side panel, and to check ' +
      'every 30 seconds whether Tabwright is running.',
  ],
];

export function PermissionsSection() {
  return (
    <>
      <p>
        The extension talks only to <code>127.0.0.1</code>, this computer. It sends nothing to any
        other computer.
      </p>
      <Card>
        <dl class="reasons">
          {REASONS.map(([permission, why]) => (
            <div key={permission}>
              <dt>{permission}</dt>
              <dd>{why}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </>
  );
}
