const monthNames = [
  ['มกราคม', 'มกรา', 'มค', 'january', 'jan'],
  ['กุมภาพันธ์', 'กุมภา', 'กพ', 'february', 'feb'],
  ['มีนาคม', 'มีนา', 'มีค', 'march', 'mar'],
  ['เมษายน', 'เมษา', 'เมย', 'april', 'apr'],
  ['พฤษภาคม', 'พฤษภา', 'พค', 'may'],
  ['มิถุนายน', 'มิถุนา', 'มิย', 'june', 'jun'],
  ['กรกฎาคม', 'กรกฎา', 'กค', 'july', 'jul'],
  ['สิงหาคม', 'สิงหา', 'สค', 'august', 'aug'],
  ['กันยายน', 'กันยา', 'กย', 'september', 'sep', 'sept'],
  ['ตุลาคม', 'ตุลา', 'ตค', 'october', 'oct'],
  ['พฤศจิกายน', 'พฤศจิกา', 'พย', 'november', 'nov'],
  ['ธันวาคม', 'ธันวา', 'ธค', 'december', 'dec'],
]

/** Thai and English month names without dots, lower case, and their numbers. */
export const months: ReadonlyMap<string, number> = new Map(
  monthNames.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
)

/** Words that name the calendar of an adjacent year. */
export const eraWords: ReadonlyMap<string, 'be' | 'ce'> = new Map([
  ['พศ', 'be'],
  ['be', 'be'],
  ['คศ', 'ce'],
  ['ad', 'ce'],
  ['ce', 'ce'],
])

const thaiWeekdays = ['อาทิตย์', 'จันทร์', 'อังคาร', 'พุธ', 'พฤหัสบดี', 'พฤหัส', 'ศุกร์', 'เสาร์']
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Words that say nothing about the date: weekdays, "the", "day", "month". */
export const fillers: ReadonlySet<string> = new Set([
  ...['วันที่', 'ที่', 'เดือน', 'ปี', 'st', 'nd', 'rd', 'th', 'of', 'the', 'tues', 'thur', 'thurs'],
  ...thaiWeekdays.flatMap((day) => [day, `${day}ที่`, `วัน${day}`, `วัน${day}ที่`]),
  ...weekdays.flatMap((day) => [day, day.slice(0, 3)]),
])
