import { describe, expect, test } from 'vitest'
import { deadServer, mailServer, strangeServer } from '../testing/mail.testing.ts'
import type { Letter } from './letter.ts'
import { deliver } from './transport.ts'

const from = { name: 'Ruam', address: 'ruam@shop.example' }
const letter = (subject = 'คำเชิญ'): Letter => ({
  to: 'malee@example.com',
  language: 'th',
  words: {
    th: {
      subject,
      paragraphs: ['สวัสดี <b>มะลิ</b> & เพื่อน'],
      link: { words: 'เปิด', address: 'https://shop.example/x#abc' },
    },
    en: { subject: 'Hello', paragraphs: ['Hello'] },
  },
})
const short = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300 }

test('a mail arrives as text and as simple HTML, with nothing of a name taken for markup', async () => {
  const box = await mailServer()
  expect(await deliver({ smtpUrl: box.url, from }, letter())).toBeUndefined()
  const [mail] = box.mails
  expect(mail).toMatchObject({ subject: 'คำเชิญ', from: { name: 'Ruam', address: from.address } })
  expect(mail!.to).toMatchObject([{ address: 'malee@example.com' }])
  expect(mail!.text).toContain('สวัสดี <b>มะลิ</b> & เพื่อน')
  expect(mail!.html).toContain('สวัสดี &lt;b&gt;มะลิ&lt;/b&gt; &amp; เพื่อน')
  expect(mail!.html).toContain('href="https://shop.example/x#abc"')
})

test('a line break in a name adds neither a header nor a recipient', async () => {
  const box = await mailServer()
  const subject = 'ร้าน\r\nBcc: thief@example.com\r\n\r\nbody\u2028X-Other: 1'
  expect(await deliver({ smtpUrl: box.url, from }, letter(subject))).toBeUndefined()
  const [mail] = box.mails
  expect(mail!.subject).toBe('ร้าน Bcc: thief@example.com body X-Other: 1')
  expect([mail!.bcc ?? [], mail!.to]).toMatchObject([[], [{ address: 'malee@example.com' }]])
  expect(mail!.headers.map(({ key }) => key)).not.toContain('x-other')
})

test('a recipient of unknown language gets both', async () => {
  const box = await mailServer()
  await deliver({ smtpUrl: box.url, from }, { ...letter(), language: null })
  expect(box.mails[0]!.subject).toBe('คำเชิญ / Hello')
  expect(box.mails[0]!.text).toMatch(/สวัสดี[\s\S]*Hello/)
})

describe('a mail server that', () => {
  test.each([
    ['asks to come again', { code: 451 }, 'busy'],
    ['knows no such mailbox', { code: 550 }, 'refused'],
    ['does not know who sends', 'unknown sender', 'rejected'],
  ] as const)('%s is reported with its own failure', async (_, manner, failure) => {
    const box = await mailServer()
    box.manner = manner
    expect(await deliver({ smtpUrl: box.url, from }, letter())).toBe(failure)
    expect(box.refused).toBe(1)
  })

  test('is not there, says nothing, hangs up, or hangs in the middle is out of reach', async () => {
    const silent = await strangeServer(() => {})
    const rude = await strangeServer((socket) => socket.destroy())
    const tired = await strangeServer((socket) => {
      socket.write('220 hello\r\n')
      socket.once('data', () => socket.write('250 ok\r\n'))
    })
    const urls = [await deadServer(), silent, rude, tired]
    const failures = await Promise.all(urls.map((smtpUrl) => deliver({ smtpUrl, from }, letter(), short)))
    expect(failures).toEqual(Array(4).fill('unreachable'))
  })

  test('answers a letter at a time holds nothing up for longer than a mail may take', async () => {
    const dripping = await strangeServer((socket) => {
      const timer = setInterval(() => socket.write('2'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const failure = await deliver({ smtpUrl: dripping, from }, letter(), { whole: 300 })
    expect(failure).toBe('unreachable')
  })

  test('cuts the line after the mail was handed over counts as out of reach: it is sent again', async () => {
    const cutting = await strangeServer((socket) => {
      let mail: string | undefined
      socket.write('220 hello\r\n')
      socket.on('data', (chunk) => {
        const said = chunk.toString()
        if (mail !== undefined) mail += said
        if (mail?.includes('\r\n.\r\n')) return socket.destroy()
        if (said.startsWith('DATA')) mail = ''
        if (mail === undefined || mail === '') socket.write(mail === '' ? '354 go on\r\n' : '250 ok\r\n')
      })
    })
    expect(await deliver({ smtpUrl: cutting, from }, letter(), short)).toBe('unreachable')
  })
})
