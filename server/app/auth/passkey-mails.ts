import { SECOND_FACTOR_NOTICE_DAYS } from '@ruam/contract/access/passkeys.ts'
import { inStore } from '../../database/db.ts'
import { withoutLinks } from '../../mail/letter.ts'
import type { MailWork } from '../../mail/mails.ts'
import { findRecipient, noteReached } from '../../mail/recipient.ts'
import { accountPage } from './account-page.ts'

interface Said {
  subject: string
  paragraphs: string[]
  small?: string[]
}

const links = { th: 'ดูบัญชีของฉัน', en: 'Open my account' }

/** A mail about the account of a person, which leads there. */
const aboutAccount = (th: Said, en: Said): MailWork => ({
  async write({ config, pool }, { user_id }) {
    const person = await findRecipient(pool, user_id)
    if (!person) return undefined
    const address = await accountPage(pool, config.publicUrl, user_id)
    const words = {
      th: { ...th, link: { words: links.th, address } },
      en: { ...en, link: { words: links.en, address } },
    }
    return { letter: { to: person.email, language: person.language, words }, ended: noteReached(pool, user_id) }
  },
})

const notYou = {
  th: ['ถ้าไม่ใช่คุณ กรุณาเปลี่ยนรหัสผ่าน แล้วลบพาสคีย์ที่ไม่รู้จักในหน้าบัญชี'],
  en: ['If this was not you, change your password and remove passkeys that you do not know on the account page.'],
}

const second_factor_required: MailWork = {
  async write({ config, pool }, { user_id, store_id }) {
    const person = await findRecipient(pool, user_id)
    const found = await inStore(pool, store_id, (db) =>
      db
        .selectFrom('store')
        .select(['name', 'second_factor_from'])
        .where('store_id', '=', store_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    )
    if (!person || !found || found.second_factor_from === null) return undefined
    const store = withoutLinks(found.name)
    const address = `${config.publicUrl}/${store_id}/account`
    const days = SECOND_FACTOR_NOTICE_DAYS
    const words = {
      th: {
        subject: `${store} ต้องใช้พาสคีย์`,
        paragraphs: [
          `บทบาทของคุณใน ${store} ส่งออกข้อมูลหรือส่งข้อความได้ จึงต้องเข้าสู่ระบบด้วยพาสคีย์ภายใน ${days} วัน`,
          'เปิดหน้าบัญชีของฉัน แล้วกด “เพิ่มพาสคีย์” ใช้ลายนิ้วมือ ใบหน้า หรือรหัสของอุปกรณ์ได้',
        ],
        link: { words: links.th, address },
        small: [`ถ้ายังไม่มีพาสคีย์เมื่อครบ ${days} วัน ระบบจะให้เพิ่มตอนเข้าสู่ระบบครั้งถัดไป`],
      },
      en: {
        subject: `${store} requires a passkey`,
        paragraphs: [
          `Your role in ${store} can export data or send messages. Within ${days} days it needs a passkey to log in.`,
          'Open your account and choose “Add a passkey”. A fingerprint, your face or the PIN of the device will do.',
        ],
        link: { words: links.en, address },
        small: [`Without a passkey after ${days} days, you will be asked to add one when you log in.`],
      },
    }
    return { letter: { to: person.email, language: person.language, words }, ended: noteReached(pool, user_id) }
  },
}

export const passkeyMails = {
  passkey_added: aboutAccount(
    {
      subject: 'เพิ่มพาสคีย์ให้บัญชี Ruam ของคุณแล้ว',
      paragraphs: ['ตั้งแต่นี้ไปเข้าสู่ระบบด้วยพาสคีย์นี้ได้'],
      small: notYou.th,
    },
    {
      subject: 'A passkey was added to your Ruam account',
      paragraphs: ['It can be used to log in from now on.'],
      small: notYou.en,
    },
  ),
  passkey_removed: aboutAccount(
    {
      subject: 'ลบพาสคีย์ออกจากบัญชี Ruam ของคุณแล้ว',
      paragraphs: ['ใช้พาสคีย์นั้นเข้าสู่ระบบไม่ได้อีก'],
      small: notYou.th,
    },
    {
      subject: 'A passkey was removed from your Ruam account',
      paragraphs: ['It can no longer be used to log in.'],
      small: notYou.en,
    },
  ),
  passkey_copied: aboutAccount(
    {
      subject: 'พาสคีย์ของบัญชี Ruam ของคุณอาจถูกทำสำเนา',
      paragraphs: ['มีผู้พยายามเข้าสู่ระบบด้วยสำเนาของพาสคีย์ของคุณ ระบบไม่ให้เข้า'],
      small: ['กรุณาลบพาสคีย์นั้นในหน้าบัญชี แล้วเพิ่มใหม่'],
    },
    {
      subject: 'A passkey of your Ruam account may have been copied',
      paragraphs: ['Someone tried to log in with a copy of your passkey. They were not let in.'],
      small: ['Remove that passkey on the account page and add a new one.'],
    },
  ),
  recovery_code_used: aboutAccount(
    {
      subject: 'มีการเข้าสู่ระบบ Ruam ด้วยรหัสกู้คืน',
      paragraphs: ['รหัสกู้คืนหนึ่งรหัสของบัญชีคุณถูกใช้แล้ว และใช้อีกไม่ได้'],
      small: notYou.th,
    },
    {
      subject: 'A recovery code was used to log in to Ruam',
      paragraphs: ['One recovery code of your account has been used and does not work again.'],
      small: notYou.en,
    },
  ),
  second_factor_required,
} satisfies Record<string, MailWork>
