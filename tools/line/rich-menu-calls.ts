import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { imageSize } from 'image-size'
import { z } from 'zod'
import { authenticated } from './account-calls.ts'
import { errorOf } from './messages.ts'
import { createRichMenu, deleteRichMenu, RichMenuObject, type RichMenus, richMenusOf } from './rich-menus.ts'
import { isOverRate } from './send.ts'
import { hangUp } from './send-calls.ts'
import { type Channel, consumeFault, newRequestId, noteViolation, type State } from './state.ts'

/** LINE takes a picture of 1 MB. */
const MAX_IMAGE_BYTES = 1024 * 1024

const UserIds = z
  .array(z.string().regex(/^U[0-9a-f]{32}$/))
  .min(1)
  .max(500)
const Alias = z.string().regex(/^[a-z0-9_-]{1,32}$/)
const bodies = {
  create: RichMenuObject,
  link: z.strictObject({ richMenuId: z.string(), userIds: UserIds }),
  unlink: z.strictObject({ userIds: UserIds }),
  newAlias: z.strictObject({ richMenuAliasId: Alias, richMenuId: z.string() }),
  alias: z.strictObject({ richMenuId: z.string() }),
  batch: z.strictObject({
    operations: z
      .array(
        z.discriminatedUnion('type', [
          z.strictObject({ type: z.literal('link'), from: z.string(), to: z.string() }),
          z.strictObject({ type: z.literal('unlink'), from: z.string() }),
          z.strictObject({ type: z.literal('unlinkAll') }),
        ]),
      )
      .min(1)
      .max(1000),
    resumeRequestKey: z
      .string()
      .regex(/^[\w-]{1,100}$/)
      .optional(),
  }),
}

type Asked = FastifyRequest<{ Params: Record<string, string>; Querystring: Record<string, string> }>
interface Calling {
  channel: Channel
  own: RichMenus
  request: Asked
  reply: FastifyReply
}

const menuNotFound = (reply: FastifyReply) => reply.code(404).send({ message: 'richmenu not found' })
const aliasNotFound = (reply: FastifyReply) => reply.code(404).send({ message: 'richmenu alias not found' })

/** Registers LINE's calls of rich menus, their pictures, aliases and users. */
export function richMenuCalls(app: FastifyInstance, state: State): void {
  for (const type of ['image/jpeg', 'image/png'])
    app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: 20 * 1024 * 1024 }, (_, body, done) =>
      done(null, body),
    )

  /** Runs a call within its rate. One that is met by a fault after its acceptance takes effect, and answers nothing. */
  const call =
    (rate: string, work: (calling: Calling) => object | FastifyReply) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const channel = authenticated(state, request)
      if (isOverRate(state, channel, rate))
        return reply.code(429).send({ message: 'The API rate limit has been exceeded.' })
      const answer = work({ channel, own: richMenusOf(state, channel), request: request as Asked, reply })
      const late = consumeFault(state, `accept:${request.url}`)
      return late ? hangUp(request.raw.socket, reply) : answer
    }

  /** Reads a body, or answers 400 and notes the violation. */
  const read = <S extends z.ZodType>({ request, reply }: Calling, schema: S): z.output<S> | undefined => {
    const parsed = schema.safeParse(request.body)
    if (parsed.success) return parsed.data
    const error = errorOf(parsed.error)
    const faults = error.details?.map(({ message, property }) => `${property} ${message}`) ?? []
    noteViolation(state, `${request.method} ${request.url}`, faults)
    reply.code(400).send(error)
    return undefined
  }

  const post = (path: string, rate: string, work: (calling: Calling) => object | FastifyReply) =>
    app.post(path, call(rate, work))
  const get = (path: string, work: (calling: Calling) => object | FastifyReply, rate = 'richmenu') =>
    app.get(path, call(rate, work))

  menus()
  users()
  aliases()

  function menus(): void {
    post('/v2/bot/richmenu/validate', 'richmenu', (calling) => (read(calling, bodies.create) ? {} : calling.reply))
    post('/v2/bot/richmenu', 'richmenu create', (calling) => {
      const object = read(calling, bodies.create)
      if (!object) return calling.reply
      const richMenuId = createRichMenu(calling.own, object)
      return richMenuId ? { richMenuId } : calling.reply.code(400).send({ message: 'Too many rich menus' })
    })
    get('/v2/bot/richmenu/list', ({ own }) => ({
      richmenus: [...own.menus.values()].map(({ richMenuId, object }) => ({ richMenuId, ...object })),
    }))
    get('/v2/bot/richmenu/:id', ({ own, request, reply }) => {
      const menu = own.menus.get(request.params.id!)
      return menu ? { richMenuId: menu.richMenuId, ...menu.object } : menuNotFound(reply)
    })
    app.delete(
      '/v2/bot/richmenu/:id',
      call('richmenu delete', ({ own, request, reply }) =>
        deleteRichMenu(own, request.params.id!) ? {} : menuNotFound(reply),
      ),
    )
    post('/v2/bot/richmenu/:id/content', 'richmenu', ({ own, request, reply }) => {
      const menu = own.menus.get(request.params.id!)
      if (!menu) return menuNotFound(reply)
      const fault = menu.image
        ? 'An image has already been uploaded to the richmenu'
        : imageFault(request, menu.object.size)
      if (fault) return reply.code(400).send({ message: fault })
      menu.image = request.body as Buffer
      return {}
    })
    get('/v2/bot/richmenu/:id/content', ({ own, request, reply }) => {
      const image = own.menus.get(request.params.id!)?.image
      return image ? reply.type('image/jpeg').send(image) : menuNotFound(reply)
    })
    post('/v2/bot/user/all/richmenu/:id', 'richmenu', ({ own, request, reply }) => {
      const menu = own.menus.get(request.params.id!)
      if (!menu) return menuNotFound(reply)
      if (!menu.image) return reply.code(400).send({ message: 'must upload richmenu image before applying it to user' })
      own.defaultId = menu.richMenuId
      return {}
    })
    get('/v2/bot/user/all/richmenu', ({ own, reply }) =>
      own.defaultId ? { richMenuId: own.defaultId } : reply.code(404).send({ message: 'no default richmenu' }),
    )
    app.delete(
      '/v2/bot/user/all/richmenu',
      call('richmenu', ({ own }) => {
        own.defaultId = null
        return {}
      }),
    )
  }

  /** Users who blocked the account, or never were its friends, are ignored without a word. */
  function users(): void {
    const isFriend = ({ friends }: Channel, user: string) => friends.get(user)?.blocked === false
    post('/v2/bot/richmenu/bulk/link', 'richmenu', (calling) => {
      const { own, reply, channel } = calling
      const body = read(calling, bodies.link)
      if (!body) return reply
      const menu = own.menus.get(body.richMenuId)
      if (!menu) return menuNotFound(reply)
      if (!menu.image) return reply.code(400).send({ message: 'must upload richmenu image before applying it to user' })
      own.bulkCalls.push({ at: state.now(), menu: body.richMenuId, userIds: body.userIds })
      for (const user of body.userIds) if (isFriend(channel, user)) own.linked.set(user, body.richMenuId)
      return reply.code(202).send({})
    })
    post('/v2/bot/richmenu/bulk/unlink', 'richmenu', (calling) => {
      const body = read(calling, bodies.unlink)
      if (!body) return calling.reply
      calling.own.bulkCalls.push({ at: state.now(), menu: null, userIds: body.userIds })
      for (const user of body.userIds) calling.own.linked.delete(user)
      return calling.reply.code(202).send({})
    })
    post('/v2/bot/user/:user/richmenu/:id', 'richmenu', ({ own, channel, request, reply }) => {
      const { user, id } = request.params as { user: string; id: string }
      if (!own.menus.has(id)) return menuNotFound(reply)
      if (!isFriend(channel, user)) return reply.code(400).send({ message: 'The user is not a friend' })
      own.linked.set(user, id)
      return {}
    })
    app.delete(
      '/v2/bot/user/:user/richmenu',
      call('richmenu', ({ own, request }) => {
        own.linked.delete(request.params.user!)
        return {}
      }),
    )
    get('/v2/bot/user/:user/richmenu', ({ own, request, reply }) => {
      const richMenuId = own.linked.get(request.params.user!)
      return richMenuId ? { richMenuId } : reply.code(404).send({ message: 'the user has no richmenu' })
    })
    post('/v2/bot/richmenu/validate/batch', 'richmenu', (calling) => (read(calling, bodies.batch) ? {} : calling.reply))
    post('/v2/bot/richmenu/batch', 'richmenu batch', (calling) => {
      const body = read(calling, bodies.batch)
      if (!body) return calling.reply
      for (const operation of body.operations) applyBatch(calling.own, operation)
      const requestId = newRequestId()
      const at = new Date(state.now()).toISOString()
      calling.own.batches.set(requestId, { phase: 'succeeded', acceptedTime: at, completedTime: at })
      return calling.reply.code(202).header('x-line-request-id', requestId).send({})
    })
    get(
      '/v2/bot/richmenu/progress/batch',
      ({ own, request, reply }) =>
        own.batches.get(request.query.requestId ?? '') ?? reply.code(404).send({ message: 'Not found' }),
      'richmenu progress',
    )
  }

  function aliases(): void {
    post('/v2/bot/richmenu/alias', 'richmenu', (calling) => {
      const { own, reply } = calling
      const body = read(calling, bodies.newAlias)
      if (!body) return reply
      if (!own.menus.has(body.richMenuId)) return reply.code(400).send({ message: 'richmenu not found' })
      if (own.aliases.has(body.richMenuAliasId)) return reply.code(400).send({ message: 'conflict richmenu alias id' })
      own.aliases.set(body.richMenuAliasId, body.richMenuId)
      return {}
    })
    get('/v2/bot/richmenu/alias/list', ({ own }) => ({
      aliases: [...own.aliases].map(([richMenuAliasId, richMenuId]) => ({ richMenuAliasId, richMenuId })),
    }))
    get('/v2/bot/richmenu/alias/:alias', ({ own, request, reply }) => {
      const richMenuId = own.aliases.get(request.params.alias!)
      return richMenuId ? { richMenuAliasId: request.params.alias, richMenuId } : aliasNotFound(reply)
    })
    post('/v2/bot/richmenu/alias/:alias', 'richmenu', (calling) => {
      const { own, request, reply } = calling
      const body = read(calling, bodies.alias)
      if (!body) return reply
      if (!own.aliases.has(request.params.alias!)) return aliasNotFound(reply)
      if (!own.menus.has(body.richMenuId)) return reply.code(400).send({ message: 'richmenu not found' })
      own.aliases.set(request.params.alias!, body.richMenuId)
      return {}
    })
    app.delete(
      '/v2/bot/richmenu/alias/:alias',
      call('richmenu alias delete', ({ own, request, reply }) =>
        own.aliases.delete(request.params.alias!) ? {} : aliasNotFound(reply),
      ),
    )
  }
}

type Operation = z.infer<typeof bodies.batch>['operations'][number]

function applyBatch({ linked, menus }: RichMenus, operation: Operation): void {
  for (const [user, menu] of linked) {
    if (operation.type !== 'unlinkAll' && operation.from !== menu) continue
    if (operation.type === 'link' && menus.has(operation.to)) linked.set(user, operation.to)
    else linked.delete(user)
  }
}

/** Returns LINE's refusal of a picture, or undefined. */
function imageFault({ body }: FastifyRequest, size: { width: number; height: number }): string | undefined {
  const bytes = body as Buffer
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return 'The image is missing'
  if (bytes.length > MAX_IMAGE_BYTES) return 'The image size exceeds the limit'
  try {
    const { width, height, type } = imageSize(bytes)
    if (type !== 'jpg' && type !== 'png') return 'The image format is not supported'
    if (width !== size.width || height !== size.height) return 'The image size does not match that of the rich menu'
    return undefined
  } catch {
    return 'The image cannot be read'
  }
}
