// A script as an agent writes it from memory: the types must take it.

async function sample(): Promise<unknown> {
  const response = await page.goto('https://example.org', { waitUntil: 'domcontentloaded' });
  if (response && !response.ok()) throw new Error(`status ${response.status()}`);
  await page.getByRole('textbox', { name: /e-?mail/i }).fill('me@example.org');
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await page.click('text=Sign in', { timeout: 5_000, modifiers: ['Shift'] });
  const row = page.locator('tr', { hasText: 'Total' }).filter({ has: page.locator('td') });
  await expect(row).toHaveCount(1, { timeout: 1_000 });
  await expect(row.first()).not.toContainText(['x', /y/]);
  await expect(page).toHaveURL(/example/);
  const [popup, answer] = await Promise.all([
    page.waitForEvent('popup'),
    page.waitForResponse((one) => one.url().includes('/api') && one.status() === 200),
    page.locator('a').nth(2).click(),
  ]);
  await popup.waitForLoadState();
  const data: { items: string[] } = await answer.json();
  page.on('dialog', async (dialog) => {
    if (dialog.type() === 'confirm') await dialog.accept();
    else await dialog.dismiss();
  });
  const title: string = await page.evaluate(() => document.title);
  const texts = await page.$$eval('li', (items: Element[]) =>
    items.map((item) => item.textContent),
  );
  const frame = page.frameLocator('iframe').getByText('Pay');
  await frame.dragTo(page.number(12), { targetPosition: { x: 1, y: 2 } });
  await page.waitForURL((url) => url.pathname === '/done');
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, 400);
  expect(data.items).toEqual(expect.arrayContaining(['a']));
  await expect.poll(() => row.count(), { timeout: 2_000 }).toBeGreaterThan(0);
  await expect(Promise.reject(new Error('no'))).rejects.toThrow('no');
  state.seen = [...((state.seen as string[] | undefined) ?? []), title];
  const other = await context.newPage();
  const reading = await fetchPage('https://example.org', { as: 'markdown' });
  await other.close();
  return [
    await page.screenshot({ fullPage: true }),
    await snapshot(),
    texts,
    reading,
    pages(),
    await tabs(),
  ];
}

void sample;
