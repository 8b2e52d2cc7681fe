// entries-never-touch-stores, routes-and-jobs-are-siblings
import { nightly } from './jobs.ts'
import { readPeople } from './store.ts'

export const routes = [readPeople, nightly]
