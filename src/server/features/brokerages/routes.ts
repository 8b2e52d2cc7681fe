import * as admin from '#contract/admin-brokerages.ts'
import * as contract from '#contract/brokerages.ts'
import { callerOf, contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { BrokerageCaller, BrokeragesService } from './service.ts'

const by = ({ session, request }: { session: Session; request: { id: string } }): BrokerageCaller => ({
  session,
  requestId: request.id,
})

export function brokeragesRoutes(api: Api, service: BrokeragesService): void {
  api.serve(contract.listBrokerages, (call) => service.list(by(call)))
  api.serve(contract.getBrokerage, (call) => service.get(by(call), call.params.id))
  api.serve(contract.changeBrokerage, (call) => service.update(by(call), call.params.id, call.body))
  api.serve(contract.getBrokerageCompliance, (call) => service.compliance(by(call), call.params.id))
  api.serve(contract.moveCredits, (call) => service.moveCredits(by(call), call.params.id, call.body))
  api.serve(contract.moveSeats, (call) => service.moveSeats(by(call), call.params.id, call.body))
  api.serve(contract.listBrokerageMoves, (call) => service.listMoves(by(call), call.params.id, call.query))
  api.serve(contract.listBrokerageInvitations, (call) => service.listInvitations(by(call), call.params.id))
  api.serve(contract.createBrokerageInvitation, (call) => service.invite(by(call), call.params.id, call.body))
  api.serve(contract.revokeBrokerageInvitation, ({ params, ...call }) =>
    service.revoke(by(call), params.id, params.invitationId),
  )
  api.serve(contract.removeOffice, ({ params, ...call }) =>
    service.removeOffice(by(call), params.id, params.officeId),
  )
  api.serve(contract.removeSupervisor, ({ params, ...call }) =>
    service.removeSupervisor(by(call), params.id, params.userId),
  )
  api.serve(contract.transferBrokerage, (call) =>
    service.transfer(by(call), call.params.id, call.body.userId),
  )

  api.serve(contract.listReceivedBrokerageInvitations, (call) => service.listReceived(by(call)))
  api.serve(contract.acceptBrokerageInvitation, (call) => service.accept(by(call), call.params.id))
  api.serve(contract.declineBrokerageInvitation, (call) => service.decline(by(call), call.params.id))
  api.serve(contract.getOwnBrokerage, (call) => service.ofOrganization(contextOf(call)))
  api.serve(contract.leaveBrokerage, (call) => service.leave(contextOf(call)))

  const { console } = service
  api.serve(admin.listManagedBrokerages, ({ query }) => console.list(query))
  api.serve(admin.addBrokerage, (call) => console.add(callerOf(call), call.body))
  api.serve(admin.getManagedBrokerage, ({ params }) => console.get(params.id))
  api.serve(admin.setBrokerageTerms, (call) => console.setTerms(callerOf(call), call.params.id, call.body))
  api.serve(admin.setBrokeragePlan, (call) => console.setPlan(callerOf(call), call.params.id, call.body))
  api.serve(admin.endBrokeragePlan, (call) =>
    console.endPlan(callerOf(call), call.params.id, call.body.reason),
  )
  api.serve(admin.addOffice, (call) => console.addOffice(callerOf(call), call.params.id, call.body))
  api.serve(admin.setBrokerageOwner, (call) => console.setOwner(callerOf(call), call.params.id, call.body))
}
