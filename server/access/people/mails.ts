import { INVITATION_DAYS } from '@ruam/contract/access/people.ts'
import { roleTitle } from '@ruam/contract/access/preset-roles.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { sql } from 'kysely'
import { newToken, tokenHash } from '../../core/tokens.ts'
import { type Db, inStore } from '../../database/db.ts'
import { withoutLinks } from '../../mail/letter.ts'
import type { MailIds, MailingCore, MailWork } from '../../mail/mails.ts'
import { findRecipient, noteReached } from '../../mail/recipient.ts'
import type { MailFailure } from '../../mail/transport.ts'
import { routerOf } from '../../servers/store-router.ts'
import { membersOf } from './members.ts'

/** Link to accept an invitation. The secret is in the fragment, which neither a proxy nor a log sees. */
export const invitationLink = (address: string, token: string) => `${address}/user-invite#${token}`

/** Names of a role in both languages. */
const roleNames = (name: string) => ({
  th: withoutLinks(roleTitle(name, 'th')),
  en: withoutLinks(roleTitle(name, 'en')),
})

interface Renewed {
  store_name: string
  role_name: string
  email: string
  maker: string
  language: Language | null
}

/** Gives an invitation that waits for its mail a new link. Returns the mail's content, or undefined if the invitation no longer waits. */
async function renewLink(db: Db, { store_id, id }: MailIds, token_hash: Buffer) {
  const { rows } = await sql<Renewed>`
    update invitation i set token_hash = ${token_hash} from store s, role r, users u
    where i.store_id = ${store_id} and i.id = ${id} and i.status = 'pending' and i.mail = 'waiting' and i.expires_at > now()
      and invitation_stands(i.store_id, i.id) and s.store_id = i.store_id and s.deleted_at is null
      and r.store_id = i.store_id and r.id = i.role_id and u.id = i.created_by
    returning i.email, s.name as store_name, r.name as role_name, btrim(u.first_name || ' ' || u.last_name) as maker,
      (select p.language from users p where lower(p.email) = lower(i.email)) as language`.execute(db)
  return rows[0]
}

/** Has no effect if the invitation was renewed meanwhile: then the next mail counts. */
async function noteMailed(db: Db, { store_id, id }: MailIds, token_hash: Buffer, failure: MailFailure | undefined) {
  await db
    .updateTable('invitation')
    .set({ mail: failure ? 'failed' : 'sent', mail_failure: failure ?? null })
    .where('store_id', '=', store_id)
    .where('id', '=', id)
    .where('token_hash', '=', token_hash)
    .execute()
}

const invitation: MailWork = {
  async write({ config, pool }, ids) {
    const token = newToken()
    const hash = tokenHash(token)
    const found = await inStore(pool, ids.store_id, (db) => renewLink(db, ids, hash))
    if (!found) return undefined
    const { email, language } = found
    const [store, maker] = [withoutLinks(found.store_name), withoutLinks(found.maker)]
    const role = roleNames(found.role_name)
    const address = invitationLink(config.publicUrl, token)
    const words = {
      th: {
        subject: `คำเชิญให้ร่วมงานกับ ${store}`,
        paragraphs: [`${maker} เชิญคุณร่วมงานกับ ${store} ในบทบาท “${role.th}”`],
        link: { words: 'ตอบรับคำเชิญ', address },
        small: [
          `ลิงก์นี้ใช้ได้ครั้งเดียว ภายใน ${INVITATION_DAYS} วันนับจากวันที่เชิญ และเฉพาะกับอีเมล ${email}`,
          'ถ้าคุณไม่รู้จักผู้เชิญ ไม่ต้องทำอะไร',
        ],
      },
      en: {
        subject: `Invitation to join ${store}`,
        paragraphs: [`${maker} invited you to join ${store} as “${role.en}”.`],
        link: { words: 'Accept the invitation', address },
        small: [
          `This link works once, within ${INVITATION_DAYS} days of the invitation, and only for ${email}.`,
          'If you do not know the person who invited you, you can ignore this email.',
        ],
      },
    }
    return {
      letter: { to: email, language, words },
      ended: (failure) => inStore(pool, ids.store_id, (db) => noteMailed(db, ids, hash, failure)),
    }
  },
}

/** Returns a person's current role in a store. */
async function roleOf({ pool }: Pick<MailingCore, 'pool'>, { store_id, user_id }: MailIds) {
  return inStore(pool, store_id, (db) =>
    membersOf(db, store_id)
      .select(['r.name as role_name', 's.name as store_name'])
      .where('m.user_id', '=', user_id)
      .where('s.deleted_at', 'is', null)
      .executeTakeFirst(),
  )
}

const role_changed: MailWork = {
  async write(core, ids) {
    const [person, now] = [await findRecipient(core.pool, ids.user_id), await roleOf(core, ids)]
    if (!person || !now) return undefined
    const [role, store] = [roleNames(now.role_name), withoutLinks(now.store_name)]
    const address = `${core.config.publicUrl}/${ids.store_id}`
    const words = {
      th: {
        subject: `บทบาทของคุณใน ${store} เปลี่ยนไป`,
        paragraphs: [`ตอนนี้บทบาทของคุณใน ${store} คือ “${role.th}” สิ่งที่คุณเห็นและทำได้อาจต่างจากเดิม`],
        link: { words: 'เข้าร้าน', address },
        small: ['ถ้าไม่แน่ใจ กรุณาถามเจ้าของร้าน'],
      },
      en: {
        subject: `Your role in ${store} has changed`,
        paragraphs: [`Your role in ${store} is now “${role.en}”. What you can see and do may have changed.`],
        link: { words: 'Open the store', address },
        small: ['If you are not sure why, ask the store owner.'],
      },
    }
    return {
      letter: { to: person.email, language: person.language, words },
      ended: noteReached(routerOf(core).home.pool, ids.user_id),
    }
  },
}

export const peopleMails = { invitation, role_changed }
