import type { OriginRequest } from '#contract/origins.ts'
import { Button } from '#web/ui/button.tsx'
import { useAnswerOrigin, useWithdrawOrigin } from './origin-queries.ts'

/** The caller's answers to an open request, or the way to take it back. */
export function OriginButtons({ request }: { request: OriginRequest }) {
  const answer = useAnswerOrigin()
  const withdraw = useWithdrawOrigin()
  const isBusy = answer.isPending || withdraw.isPending
  const about = <span className="sr-only"> the request about {request.contactName}</span>
  const send = (accept: boolean) => answer.mutate({ ids: [request.id], accept })
  return (
    <div className="flex flex-wrap gap-2">
      {request.canAnswer && (
        <>
          <Button size="row" variant="primary" disabled={isBusy} onClick={() => send(true)}>
            Accept{about}
          </Button>
          <Button size="row" disabled={isBusy} onClick={() => send(false)}>
            Decline{about}
          </Button>
        </>
      )}
      {request.canWithdraw && (
        <Button size="row" variant="danger-quiet" disabled={isBusy} onClick={() => withdraw.mutate(request)}>
          Withdraw{about}
        </Button>
      )}
    </div>
  )
}
