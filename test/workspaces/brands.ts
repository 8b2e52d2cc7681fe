import type { BrandSettings } from '#contract/brand.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

type AppOptions = NonNullable<Parameters<typeof createTestApp>[0]>

/** An application with an organization that has the Enterprise plan. */
export async function openBrands(options: AppOptions = {}) {
  const app = await createTestApp(options)
  const ann = await enterprise(app, 'ann@example.com')
  return { app, ann, close: () => app.close() }
}

/** An owner of a new organization with the Enterprise plan. */
export async function enterprise(app: TestApp, email: string): Promise<Person> {
  const owner = await app.subscriber(email)
  await setPlan(app, owner, 'enterprise')
  return owner
}

export async function setPlan(app: TestApp, { organizationId }: Person, plan: string): Promise<void> {
  await app.owner.run('update organizations set subscription_plan = $2 where id = $1', [organizationId, plan])
}

export const brandUrl = ({ organizationId }: Person, part = '') =>
  `/api/organizations/${organizationId}/brand${part}`

export async function brandOf(person: Person): Promise<BrandSettings> {
  return (await person.request('GET', brandUrl(person))).json
}

export const uploadTo = (
  person: Person,
  part: '/logo' | '/favicon',
  file: Buffer | string,
  type = 'image/png',
) => person.request('POST', brandUrl(person, part), file, { 'content-type': type })
