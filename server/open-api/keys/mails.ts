import { timeZoneOf } from '../../access/stores/queries.ts'
import { inStore } from '../../database/db.ts'
import { withoutLinks } from '../../mail/letter.ts'
import { mailDay } from '../../mail/mail-time.ts'
import type { MailIds, MailingCore, MailWork } from '../../mail/mails.ts'
import { findRecipient, noteReached } from '../../mail/recipient.ts'
import { routerOf } from '../../servers/store-router.ts'

const kindNames = { key: 'API key', token: 'API token' } as const

/** A credential that is still active, with its store; undefined if no warning is due any more. */
const endingCredential = ({ pool }: Pick<MailingCore, 'pool'>, { store_id, id }: MailIds) =>
  inStore(pool, store_id, (db) =>
    db
      .selectFrom('credential as c')
      .innerJoin('store as s', 's.store_id', 'c.store_id')
      .select(['c.kind', 'c.name', 'c.expires_at', 's.name as store_name'])
      .where('c.store_id', '=', store_id)
      .where('c.id', '=', id)
      .where('c.status', '=', 'active')
      .whereRef('c.warned_for', '=', 'c.expires_at')
      .executeTakeFirst(),
  )

const credential_expiring: MailWork = {
  async write(core, ids) {
    const [person, ending] = [await findRecipient(core.pool, ids.user_id), await endingCredential(core, ids)]
    if (!person || !ending) return undefined
    const [name, store] = [withoutLinks(ending.name), withoutLinks(ending.store_name)]
    const kind = kindNames[ending.kind]
    const timeZone = await inStore(core.pool, ids.store_id, (db) => timeZoneOf(db, ids.store_id))
    const day = mailDay(ending.expires_at, timeZone)
    const address = `${core.config.publicUrl}/${ids.store_id}/data-source/openapi/${ending.kind}`
    const words = {
      th: {
        subject: `${kind} “${name}” ของ ${store} ใกล้หมดอายุ`,
        paragraphs: [
          `${kind} “${name}” หมดอายุวันที่ ${day} หลังจากนั้นโปรแกรมที่ใช้อยู่จะทำงานไม่ได้`,
          'กรุณาออกคีย์ใหม่และนำไปใส่ในโปรแกรม คีย์เดิมยังใช้ได้ระหว่างที่คุณเปลี่ยน',
        ],
        link: { words: `ดู ${kind}`, address },
      },
      en: {
        subject: `The ${kind} “${name}” of ${store} expires soon`,
        paragraphs: [
          `The ${kind} “${name}” expires on ${day}. After that, programs that use it stop working.`,
          'Create a new secret and enter it in the program. The old one stays valid while you switch.',
        ],
        link: { words: `Open the ${kind}`, address },
      },
    }
    return {
      letter: { to: person.email, language: person.language, words },
      ended: noteReached(routerOf(core).home.pool, ids.user_id),
    }
  },
}

export const credentialMails = { credential_expiring }
