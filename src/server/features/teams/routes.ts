import * as contract from '#contract/teams.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { TeamsService } from './service.ts'

export function teamsRoutes(api: Api, service: TeamsService): void {
  api.serve(contract.listTeams, (call) => service.list(contextOf(call)))

  api.serve(contract.createTeam, (call) => service.add(contextOf(call), call.body))

  api.serve(contract.updateTeam, (call) =>
    service.update(contextOf(call), call.params.teamId.toLowerCase(), call.body),
  )

  api.serve(contract.deleteTeam, (call) => service.remove(contextOf(call), call.params.teamId.toLowerCase()))

  api.serve(contract.listMemberSettings, (call) => service.listMemberSettings(contextOf(call)))

  api.serve(contract.changeMemberSettings, (call) =>
    service.changeMemberSettings(contextOf(call), call.params.userId.toLowerCase(), call.body),
  )
}
