import { z } from 'zod'
import { cleanName } from '../../core/clean-text.ts'
import type { Db } from '../../database/db.ts'
import { inStore } from '../../database/db.ts'
import { audit } from '../../http/audit.ts'
import type { Core } from '../../servers/core.ts'
import type { Payload } from '../../work/queue.ts'
import { lineAccountById } from '../accounts/queries.ts'
import { MAX_WRONG } from '../line-link/link-by-word.ts'
import { wrongWords } from '../line-link/queries.ts'
import { type Signer, wordHash, wordIn } from '../line-link/words.ts'
import { linkedMembers, linkMember } from '../member-files/links.ts'
import { insertSentFile, isChatWatched, senderState } from '../member-files/queries.ts'
import { type LineEvent, messageText, userOf } from './events.ts'
import { reply, replyEach } from './reply-to-chats.ts'

/** Message with a file (line-openapi `webhook.yml`). */
const FileMessage = z.object({
  type: z.literal('file'),
  id: z.string().regex(/^\d{1,40}$/),
  fileName: z.string(),
  fileSize: z.int().min(0),
})
/** Graphemes of a file's name. */
const NAME_LENGTH = 200

type MemberReply = NonNullable<Payload<'chat-replies'>['members']>[number]

/**
 * Takes the events that members sent as such, and not as customers: the word that proves their LINE id, and files from it. They are no
 * messages of a chat: nothing of them goes into the log, makes a customer or gets an automatic answer. Groups have no such events.
 */
export async function takeMemberEvents(
  core: Pick<Core, 'jobs'>,
  db: Db,
  signer: Signer,
  channelId: number,
  events: readonly LineEvent[],
): Promise<ReadonlySet<LineEvent>> {
  const { storeId } = signer
  const taken = new Set<LineEvent>()
  const replies: MemberReply[] = []
  const take = (event: LineEvent, kind: MemberReply['kind'] | null) => {
    taken.add(event)
    if (kind !== null && typeof event.replyToken === 'string' && event.mode !== 'standby')
      replies.push({ channel_id: channelId, token: event.replyToken, at: event.timestamp, kind })
  }
  for (const event of events) {
    const lineUserId = userOf(event)
    const word = lineUserId === null || event.type !== 'message' ? null : wordIn(messageText(event) ?? '')
    if (lineUserId === null || word === null || (await wrongWords(db, storeId, lineUserId)) >= MAX_WRONG) continue
    const sent = { channelId, hash: wordHash(signer, word), lineUserId, at: event.timestamp }
    const userId = await linkMember(db, storeId, sent)
    if (userId === undefined) continue
    take(event, 'linked')
    await audit(db, storeId, null, null, {
      action: 'line_member_linked',
      subject_type: 'user',
      subject_id: userId,
      details: { channel: channelId },
    })
  }
  const files = events.flatMap((event) => {
    const { data } = FileMessage.safeParse(event.type === 'message' ? event.message : undefined)
    const lineUserId = userOf(event)
    return data && lineUserId !== null ? [{ event, lineUserId, message: data }] : []
  })
  const isWatched = files.length > 0 && (await isChatWatched(db, storeId))
  const members = await linkedMembers(db, storeId, channelId, [...new Set(files.map(({ lineUserId }) => lineUserId))])
  for (const { event, lineUserId, message } of files) {
    const userId = members.get(lineUserId)
    const state = userId === undefined ? 'gone' : await senderState(db, storeId, userId)
    if (userId === undefined || state === 'gone') continue
    if (state === 'may_not' || !isWatched) {
      take(event, isWatched ? 'refused' : 'unwatched')
      continue
    }
    const name = cleanName(message.fileName.replaceAll('/', '_'), NAME_LENGTH) || 'file'
    const isNew = await insertSentFile(db, storeId, {
      ...{ userId, channelId, eventId: event.webhookEventId, messageId: message.id, name },
      ...{ size: message.fileSize, at: event.timestamp },
    })
    take(event, isNew ? 'received' : null)
  }
  if (replies.length > 0)
    await core.jobs.enqueue(db, 'chat-replies', { store_id: storeId, stopped: [], unclear: [], members: replies })
  return taken
}

const TEXTS: Readonly<Record<MemberReply['kind'], string>> = {
  linked: 'เชื่อมแล้ว ส่งไฟล์ในแชทนี้ได้เลย\nConnected. You can send files in this chat.',
  received: 'ได้รับไฟล์แล้ว ระบบจะตรวจก่อนนำเข้า\nThe file has arrived. It is checked before it is imported.',
  refused: 'คุณไม่มีสิทธิ์นำเข้าไฟล์ ไฟล์นี้ไม่ถูกเก็บ\nYou may not import files. This one was not kept.',
  unwatched: 'ร้านยังไม่ได้เปิดรับไฟล์ทางแชท ไฟล์นี้ไม่ถูกเก็บ\nThe store takes no files from this chat. This one was not kept.',
}

/** Replies to members by the tokens of their events, which costs nothing. */
export async function replyToMembers(
  core: Core,
  storeId: number,
  members: readonly MemberReply[],
  signal: AbortSignal,
): Promise<void> {
  await replyEach(members, signal, async ({ channel_id, token, at, kind }) => {
    const account = await inStore(core.pool, storeId, (db) => lineAccountById(db, storeId, channel_id))
    if (account?.status !== 'active') return
    const event = { type: 'message', timestamp: at, webhookEventId: '', replyToken: token }
    await reply(core, storeId, { account, event }, [{ type: 'text', text: TEXTS[kind] }])
  })
}
