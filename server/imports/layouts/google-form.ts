import type { Layout } from './layout.ts'

/** Answers to a Google form: the time of an answer, then its questions. */
export const googleForm: Layout = {
  name: { th: 'คำตอบจาก Google Forms', en: 'Google Forms answers' },
  source: 'unproven',
  opensWith: ['ประทับเวลา', 'Timestamp'],
  columns: [['email', 'ที่อยู่อีเมล', 'Email Address']],
}
