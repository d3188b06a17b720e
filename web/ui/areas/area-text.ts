import { words } from '../../data/text.ts'

/** Words about the areas of a picture that is tapped. */
export const areaText = words({
  draw: ['วาดพื้นที่เอง', 'Draw an area'],
  drawing: ['ลากบนรูปเพื่อวาดพื้นที่', 'Drag across the picture to draw an area'],
  noRoom: ['ไม่มีที่ว่างในรูป ย่อหรือลบพื้นที่อื่นก่อน', 'No room is left. Make another area smaller, or delete it.'],
  area: ['พื้นที่ {letter}', 'Area {letter}'],
  areaSize: ['พื้นที่ {letter} · กว้าง {width} สูง {height} พิกเซล', 'Area {letter} · {width} × {height} pixels'],
  adjust: [
    'ลากด้วยเมาส์ หรือกดลูกศรเพื่อเลื่อน และ Shift + ลูกศรเพื่อย่อขยาย ทีละ {count} พิกเซล',
    'Drag it, or press an arrow key to move it and Shift + arrow to resize it, {count} pixels at a time',
    'Drag it, or press an arrow key to move it and Shift + arrow to resize it, {count} pixel at a time',
  ],
  adjustByTouch: ['ลากเพื่อเลื่อน ลากที่มุมเพื่อย่อขยาย', 'Drag it to move it, and drag a corner to resize it'],
  tapped: ['เมื่อลูกค้าแตะ', 'When customers tap'],
  labelOf: ['ชื่อพื้นที่ {letter}', 'Name of area {letter}'],
  removeOf: ['ลบพื้นที่ {letter}', 'Delete area {letter}'],
  doesOf: ['พื้นที่ {letter} ทำอะไร', 'What area {letter} does'],
  tryIt: ['แตะเพื่อลอง', 'Tap to try'],
  tryOf: ['ลองแตะพื้นที่ {letter} {label}', 'Try tapping area {letter} {label}'],
})
