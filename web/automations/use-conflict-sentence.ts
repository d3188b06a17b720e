import { useWords, words } from '../data/text.ts'
import type { Conflict } from './automation.ts'

const text = words({
  label: ['“{one}” กับ “{other}” แก้ป้าย {name} สวนกัน', '“{one}” and “{other}” undo each other’s label {name}'],
  ownLabel: ['“{one}” ติดและนำป้าย {name} ออกเอง', '“{one}” adds and removes the label {name}'],
  value: ['“{one}” กับ “{other}” ตั้งค่า {name} ต่างกัน', '“{one}” and “{other}” set {name} to different values'],
  ownValue: ['“{one}” ตั้งค่า {name} ต่างกันเอง', '“{one}” sets {name} to different values'],
  moment: ['“{one}” กับ “{other}” ส่งข้อความถึงลูกค้าพร้อมกัน', '“{one}” and “{other}” message customers at the same moment'],
  greeting: [
    '“{one}” ส่งข้อความพร้อมข้อความต้อนรับของ {name}',
    '“{one}” sends a message at the same moment as the greeting of {name}',
  ],
  ownCycle: ['“{one}” ทำให้ลูกค้าเข้าซ้ำเอง', '“{one}” lets its own customers enter again'],
  cycle: [
    '“{one}” กับ “{other}” ทำให้ลูกค้าเข้าวนกัน',
    '“{one}” and “{other}” make customers enter each other again and again',
  ],
  people: ['{count} ราย', '{count} customers', '{count} customer'],
})

/** Says what two automations, or one alone, do to each other. */
export function useConflictSentence() {
  const t = useWords(text)
  return ({ kind, automation, other, name, people }: Conflict): string => {
    const said = { one: automation.name, other: other?.name ?? '', name: name ?? 'LINE' }
    const sentence = () => {
      if (kind === 'moment') return t.moment(said)
      if (kind === 'greeting') return t.greeting(said)
      if (other) return t[kind](said)
      return kind === 'cycle' ? t.ownCycle(said) : kind === 'label' ? t.ownLabel(said) : t.ownValue(said)
    }
    return people > 0 ? `${sentence()} ${t.people({ count: people })}` : sentence()
  }
}
