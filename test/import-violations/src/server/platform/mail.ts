// platform-knows-no-feature
import { listPeople } from '#server/features/people/service.ts'

export const mail = () => listPeople()
