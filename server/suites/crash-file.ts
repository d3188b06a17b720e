// A file with a known outcome for every row, however often a process is killed meanwhile.

/** Every 25th row repeats the one before it, every 40th has no key that can be read. */
const [REPEATED, BROKEN] = [25, 40]

export interface CrashFile {
  csv: string
  /** The phone of everybody in it, as it is stored. */
  phones: string[]
  counts: { added: number; updated: number; duplicated: number; failed: number; conflict: number; total: number }
}

/** `number`: of the file; no two files share a customer. */
export function crashFile(number: number, rows: number): CrashFile {
  const counts = { added: 0, updated: 0, duplicated: 0, failed: 0, conflict: 0, total: rows }
  const phones: string[] = []
  const lines = ['ชื่อ,นามสกุล,เบอร์โทร,อีเมล,ที่อยู่,หมายเหตุ']
  for (let row = 1; row <= rows; row++) {
    if (row % REPEATED === 1 && row > 1 && (row - 1) % BROKEN !== 0) {
      lines.push(lines.at(-1)!)
      counts.duplicated++
      continue
    }
    const person = number * 1_000_000 + row
    const phone = `08${String(person).padStart(8, '0')}`
    const broken = row % BROKEN === 0
    if (broken) counts.failed++
    else {
      counts.added++
      phones.push(`+66${phone.slice(1)}`)
    }
    const cells = [
      'ญาดา',
      `คนที่ ${person}`,
      broken ? '0811' : phone,
      broken ? `p${person}@` : `p${person}@example.com`,
      `${row} เชียงใหม่`,
      'จากไฟล์',
    ]
    lines.push(cells.join(','))
  }
  return { csv: `${lines.join('\n')}\n`, phones, counts }
}
