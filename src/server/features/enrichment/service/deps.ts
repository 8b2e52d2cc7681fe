import type { ApiKeysService } from '#server/features/api-keys/service.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { CreditsService } from '#server/features/credits/service.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import type { OutcomesService } from '#server/features/outcomes/service.ts'
import type { ReferenceFilesService } from '#server/features/reference-files/service.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import type { VerificationService } from '#server/features/verification/service.ts'
import type { Platform } from '#server/platform/platform.ts'

export type Features = {
  apiKeys: Pick<ApiKeysService, 'takeCredits' | 'giveCreditsBack'>
  contacts: ContactsService
  credits: CreditsService
  scores: ScoresService
  tasks: TasksService
  notifications: NotificationsService
  verification: VerificationService
  outcomes: OutcomesService
  referenceFiles: ReferenceFilesService
}

export type Deps = Pick<Platform, 'db' | 'events' | 'providers' | 'clock' | 'log'> & Features
