import type { Locator, Page } from 'playwright-core'

/** Steps of a person in the section of the office on the settings page, in English; for tests and demo. */

export type SeatLogin = { url: string; password: string }

const section = (settings: Page): Locator => settings.getByRole('region', { name: 'Office' })

async function enter(office: Locator, { url, password }: SeatLogin): Promise<void> {
  await office.getByLabel('Address of the database').fill(url)
  await office.getByLabel('Password', { exact: true }).fill(password)
}

/** Makes an office in a database, as its owner; this computer becomes the seat of that name. */
export async function createOffice(settings: Page, owner: SeatLogin, seat: string): Promise<void> {
  const office = section(settings)
  await office.getByLabel('Create an office in a database').check()
  await enter(office, owner)
  await office.getByLabel('This seat').fill(seat)
  await office.getByRole('button', { name: 'Create the office' }).click()
  await office.getByText('Answers', { exact: true }).waitFor()
}

/** Adds a seat with every right; returns its login, which is shown once. */
export async function inviteSeat(settings: Page, name: string): Promise<SeatLogin> {
  const office = section(settings)
  await office.getByText('Add a seat').click()
  await office.getByLabel('Name of the seat').fill(name)
  await office.getByLabel('What it may do').selectOption('office')
  await office.getByRole('button', { name: 'Create the seat' }).click()
  const shown = office.getByRole('status').filter({ hasText: `The seat "${name}" was created.` })
  await shown.waitFor()
  const [url = '', password = ''] = await shown.locator('code').allTextContents()
  await shown.getByRole('button', { name: 'I have noted it' }).click()
  return { url, password }
}

export async function joinOffice(settings: Page, login: SeatLogin): Promise<void> {
  const office = section(settings)
  await enter(office, login)
  await office.getByRole('button', { name: 'Join the office' }).click()
  await office.getByText('Answers', { exact: true }).waitFor()
}

export async function leaveOffice(settings: Page): Promise<void> {
  const office = section(settings)
  await office.getByRole('button', { name: 'Leave the office…' }).click()
  await office.getByRole('alertdialog').getByRole('button', { name: 'Leave the office' }).click()
  await office.getByText('The archive stayed.').waitFor()
}
