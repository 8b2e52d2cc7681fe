import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { playbook, playbookStep } from '#contract/playbooks.ts'
import { PROJECT_ROOT } from '#server/project-root.ts'

const FILE = path.join(PROJECT_ROOT, 'content/playbooks.json')

const step = playbookStep.extend({
  title: z.string().min(1).max(200),
  description: z.string().min(1),
  offsetDays: z.number().int().min(0).max(730),
})

const template = playbook
  .pick({ name: true, description: true, category: true, estimatedDuration: true })
  .required()
  .extend({
    /** Stays the same when the name changes. */
    key: z.string().regex(/^[a-z0-9-]+$/),
    steps: z.array(step).min(1),
  })

/** Templates of every instance. @throws when the file is malformed */
export async function readTemplates(): Promise<z.infer<typeof template>[]> {
  return z.array(template).parse(JSON.parse(await readFile(FILE, 'utf8')))
}
