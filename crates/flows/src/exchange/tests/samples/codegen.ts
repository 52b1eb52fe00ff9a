import { test, expect } from '@playwright/test';

test('order coffee', async ({ page }) => {
  await page.goto('https://roastery.example/');
  await page.getByRole('link', { name: 'Filter roast' }).click();
  await page.getByLabel('Bag size').selectOption('500');
  await page.getByPlaceholder('How many?').click();
  await page.getByPlaceholder('How many?').fill('2');
  await page.getByRole('textbox', { name: 'Password' }).fill('hunter2');
  await page.getByRole('checkbox', { name: 'Gift wrap' }).check();
  await page.getByRole('listitem').filter({ hasText: 'Filter roast 250 g' }).getByRole('button').click();
  await page.getByRole('row', { name: 'Invoice 4455' }).getByRole('button', { name: 'Delete' }).click({
    button: 'right'
  });
  page.once('dialog', dialog => {
    console.log(`Dialog message: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  await page.getByTestId('remove').click();
  await page.getByRole('button', { name: 'Attach' }).setInputFiles('cat.png');
  await page.getByRole('textbox', { name: 'Note' }).press('ControlOrMeta+Enter');
  await expect(page.getByText('Thank you')).toBeVisible();
  await expect(page.getByRole('status')).toContainText('Done');
  await expect(page.locator('#total')).toContainText('17.00');
  await page.locator('div').nth(3).click();
  await page.getByRole('button', { name: /Save.*/ }).click();
  await page.waitForTimeout(500);
  const page1Promise = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Book a table' }).click();
  const page1 = await page1Promise;
  await page1.getByRole('button', { name: 'Confirm' }).click();
  await page1.close();
  if (true) {
    await page.reload();
  }
});
