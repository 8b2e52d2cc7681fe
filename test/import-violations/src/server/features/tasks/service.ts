// features-meet-through-service
import { readPeople } from '#server/features/people/store.ts'

export const listTasks = () => readPeople()
