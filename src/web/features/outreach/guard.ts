import { createOutreachGuard } from '#domain/compliance/outreach-guard.ts'

const files = import.meta.glob<string>('/content/guard/*.txt', {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** The guard with its data, in a part of the bundle of its own. */
export const checkOutreach = createOutreachGuard(Object.values(files).join('\n\n'))
