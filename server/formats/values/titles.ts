const ofMen = new Set(['นาย', 'เด็กชาย', 'นายแพทย์', 'พระ', 'Mr.', 'Master'])
const ofWomen = new Set(['นาง', 'นางสาว', 'เด็กหญิง', 'แม่ชี', 'Mrs.', 'Ms.', 'Miss'])

/** Returns the sex that a stored title states, or null if both bear it. */
export function sexOfTitle(title: unknown): 'male' | 'female' | null {
  if (typeof title !== 'string') return null
  if (ofMen.has(title)) return 'male'
  return ofWomen.has(title) || title.endsWith('หญิง') ? 'female' : null
}
