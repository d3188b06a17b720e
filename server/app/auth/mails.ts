import { deviceOf } from '@ruam/contract/access/device.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { DEFAULT_TIME_ZONE } from '@ruam/contract/platform/constants.ts'
import type pg from 'pg'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { newToken, tokenHash } from '../../core/tokens.ts'
import { inStore } from '../../database/db.ts'
import { mailMoment } from '../../mail/mail-time.ts'
import type { MailWork } from '../../mail/mails.ts'
import { findRecipient, noteReached } from '../../mail/recipient.ts'
import { accountPage, firstStoreOf } from './account-page.ts'
import { emailMails } from './email-mails.ts'
import { hasOwnEmail, offerReset } from './queries.ts'

/** A mailed link sets a password for so long. */
const RESET_SECONDS = 3600

const password_reset: MailWork = {
  // After an hour, people request another mail.
  pauses: [30, 120, 600, 1800],
  async write({ config, pool }, { user_id }) {
    const person = await findRecipient(pool, user_id)
    // A restored e-mail that its person had left gets no link.
    if (!person || !(await hasOwnEmail(pool, user_id))) return undefined
    const token = newToken()
    await offerReset(pool, user_id, tokenHash(token), RESET_SECONDS)
    // The secret stands where neither a proxy nor a log sees it.
    const address = `${config.publicUrl}/password-reset#${token}`
    const words = {
      th: {
        subject: 'ตั้งรหัสผ่านใหม่ของ Ruam',
        paragraphs: ['มีผู้ขอตั้งรหัสผ่านใหม่สำหรับบัญชีของคุณ'],
        link: { words: 'ตั้งรหัสผ่านใหม่', address },
        small: ['ลิงก์นี้ใช้ได้ครั้งเดียว ภายใน 1 ชั่วโมง', 'ถ้าคุณไม่ได้ขอ ไม่ต้องทำอะไร รหัสผ่านเดิมยังใช้ได้'],
      },
      en: {
        subject: 'Set a new password for Ruam',
        paragraphs: ['We received a request to set a new password for your account.'],
        link: { words: 'Set a new password', address },
        small: [
          'This link works once, within 1 hour.',
          'If you did not request it, you can ignore this email. Your password stays the same.',
        ],
      },
    }
    return { letter: { to: person.email, language: person.language, words }, ended: noteReached(pool, user_id) }
  },
}

interface Seen {
  device: string
  address: string
  created_at: string
}

const sessionSeen = async (pool: pg.Pool, id: number) =>
  (await pool.query<Seen>('select * from auth.session_seen($1)', [id])).rows[0]

/** Time zone of the person's first store, or the default without one. */
async function timeZoneFor(pool: pg.Pool, userId: number): Promise<string> {
  const store = await firstStoreOf(pool, userId)
  return store === undefined ? DEFAULT_TIME_ZONE : inStore(pool, store, (db) => timeZoneOf(db, store))
}

const new_device: MailWork = {
  async write({ config, pool }, { user_id, id }) {
    const [person, seen] = [await findRecipient(pool, user_id), await sessionSeen(pool, id)]
    if (!person || !seen) return undefined
    const timeZone = await timeZoneFor(pool, user_id)
    const at = (language: Language) => mailMoment(seen.created_at, timeZone, language)
    const { browser, system } = deviceOf(seen.device)
    const address = await accountPage(pool, config.publicUrl, user_id)
    const words = {
      th: {
        subject: 'มีการเข้าสู่ระบบ Ruam จากอุปกรณ์ใหม่',
        paragraphs: [
          `อุปกรณ์: ${[browser, system].filter(Boolean).join(' บน ') || 'ไม่ทราบชนิด'}`,
          `เมื่อ ${at('th')} จาก IP ${seen.address}`,
        ],
        link: { words: 'ดูบัญชีของฉัน', address },
        small: ['ถ้าไม่ใช่คุณ กรุณาเปลี่ยนรหัสผ่าน แล้วกดออกจากระบบทุกอุปกรณ์ในหน้าบัญชี'],
      },
      en: {
        subject: 'You logged in to Ruam on a new device',
        paragraphs: [
          `Device: ${[browser, system].filter(Boolean).join(' on ') || 'unknown'}`,
          `On ${at('en')}, from the network address ${seen.address}.`,
        ],
        link: { words: 'Open my account', address },
        small: ['If this was not you, change your password and log out on all devices on the account page.'],
      },
    }
    return { letter: { to: person.email, language: person.language, words }, ended: noteReached(pool, user_id) }
  },
}

const password_changed: MailWork = {
  async write({ config, pool }, { user_id }) {
    const person = await findRecipient(pool, user_id)
    if (!person) return undefined
    const address = `${config.publicUrl}/password-reset`
    const words = {
      th: {
        subject: 'รหัสผ่าน Ruam ของคุณเปลี่ยนแล้ว',
        paragraphs: ['เพิ่งมีการเปลี่ยนรหัสผ่านของบัญชีคุณ อุปกรณ์อื่นที่เข้าสู่ระบบไว้ออกจากระบบแล้ว'],
        link: { words: 'ไม่ใช่ฉัน: ตั้งรหัสผ่านใหม่', address },
      },
      en: {
        subject: 'Your Ruam password has changed',
        paragraphs: ['The password of your account was just changed. Other devices were logged out.'],
        link: { words: 'This was not me: set a new password', address },
      },
    }
    return { letter: { to: person.email, language: person.language, words }, ended: noteReached(pool, user_id) }
  },
}

export const authMails = { password_reset, new_device, password_changed, ...emailMails }
