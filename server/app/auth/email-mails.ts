import type { Language } from '@ruam/contract/errors/catalog.ts'
import type pg from 'pg'
import { newToken, tokenHash } from '../../core/tokens.ts'
import type { MailWork } from '../../mail/mails.ts'
import { noteReached } from '../../mail/recipient.ts'

interface Mailbox {
  email: string
  language: Language | null
}

/** Gives a change a new link. Returns its new mailbox, or undefined if the change has ended. */
const offerEmail = async (pool: pg.Pool, id: number, token: Buffer) =>
  (await pool.query<Mailbox>('select * from auth.offer_email($1, $2)', [id, token])).rows[0]

const formerEmail = async (pool: pg.Pool, id: number) =>
  (await pool.query<Mailbox>('select * from auth.former_email($1)', [id])).rows[0]

const email_confirm: MailWork = {
  async write({ config, pool }, { user_id, id }) {
    const token = newToken()
    const found = await offerEmail(pool, id, tokenHash(token))
    if (!found) return undefined
    // The secret stands where neither a proxy nor a log sees it.
    const address = `${config.publicUrl}/email-confirm#${token}`
    const words = {
      th: {
        subject: 'ยืนยันอีเมลใหม่ของ Ruam',
        paragraphs: ['มีผู้ขอใช้อีเมลนี้เข้าสู่ระบบ Ruam กดยืนยันเพื่อใช้แทนอีเมลเดิม'],
        link: { words: 'ยืนยันอีเมลนี้', address },
        small: ['ลิงก์นี้ใช้ได้ครั้งเดียว ภายใน 24 ชั่วโมง', 'ถ้าคุณไม่ได้ขอ ไม่ต้องทำอะไร'],
      },
      en: {
        subject: 'Confirm your new email for Ruam',
        paragraphs: ['We received a request to log in to Ruam with this email. Confirm it to replace the former one.'],
        link: { words: 'Confirm this email', address },
        small: ['This link works once, within 24 hours.', 'If you did not request it, you can ignore this email.'],
      },
    }
    return { letter: { to: found.email, language: found.language, words }, ended: noteReached(pool, user_id) }
  },
}

const email_changed: MailWork = {
  async write({ pool }, { id }) {
    const found = await formerEmail(pool, id)
    if (!found) return undefined
    const words = {
      th: {
        subject: 'อีเมลของบัญชี Ruam ของคุณเปลี่ยนแล้ว',
        paragraphs: ['บัญชีของคุณใช้อีเมลอื่นเข้าสู่ระบบแล้ว อีเมลนี้ใช้เข้าสู่ระบบไม่ได้อีก'],
        small: ['ถ้าไม่ใช่คุณ กรุณาแจ้งเจ้าของร้านหรือผู้ดูแลระบบทันที'],
      },
      en: {
        subject: 'The email of your Ruam account has changed',
        paragraphs: ['Your account now uses another email to log in. This one no longer works.'],
        small: ['If this was not you, tell the store owner or the administrator at once.'],
      },
    }
    const ended = async () => {
      await pool.query('select auth.end_email_notice($1)', [id])
    }
    return { letter: { to: found.email, language: found.language, words }, ended }
  },
}

/** Mails about a new e-mail: to the new one, and to the former one. */
export const emailMails = { email_confirm, email_changed }
