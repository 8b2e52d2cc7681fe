import { getMap, getMapShapes, listMapPeople, readMapTiles, selectArea } from '#contract/map.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { MapService } from './service.ts'

export function mapRoutes(api: Api, service: MapService): void {
  api.serve(getMap, (call) => service.get(contextOf(call), call.query))

  api.serve(listMapPeople, (call) => service.listPeople(contextOf(call), call.query))

  api.serve(selectArea, (call) => service.selectArea(contextOf(call), call.body))

  api.serve(readMapTiles, async (call) => {
    const { bytes, contentRange, etag } = await service.readTiles(call.request.headers.range)
    return call.reply
      .code(206)
      .type('application/octet-stream')
      .header('Content-Range', contentRange)
      .header('ETag', etag)
      .header('Cache-Control', 'private, max-age=3600')
      .send(bytes)
  })

  api.serve(getMapShapes, (call) => service.readShapes(call.query.counties))
}
