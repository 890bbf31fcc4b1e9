import { drawWidgetFrame, format, type WidgetLook } from './widget-look.ts';

/** Where the middle of a circle's quarter bends (a Bézier curve as close as it gets). */
const bend = 0.5523;

/** A check box or a radio button, on or off, in a colour that fills. */
export function drawButton(look: WidgetLook, isRadio: boolean, isOn: boolean, colour: string): string {
  const mark = look.mark ?? (isRadio ? 'l' : '4');
  const isRound = isRadio && mark === 'l';
  const frame = isRound ? drawRing(look) : drawWidgetFrame(look);
  if (!isOn) return frame;
  const size = Math.min(look.width, look.height);
  const unit = (size - 2 * look.borderWidth) / 20;
  const [x, y] = [look.width / 2, look.height / 2];
  const place = `${[unit, 0, 0, unit, x, y].map(format).join(' ')} cm`;
  return `${frame}q ${colour} ${place} ${marks[mark] ?? marks[4]} f Q\n`;
}

function drawRing({ width, height, background, border, borderWidth: line }: WidgetLook): string {
  const radius = Math.min(width, height) / 2;
  const at = `1 0 0 1 ${format(width / 2)} ${format(height / 2)} cm`;
  const disc = background ? `q ${background} ${at} ${circle(radius)} f Q\n` : '';
  if (!border || line === 0) return disc;
  return `${disc}q ${border} ${format(line)} w ${at} ${circle(radius - line / 2)} s Q\n`;
}

/** Marks by their character in ZapfDingbats, drawn from -10 to 10, so that no font is needed. */
const marks: Readonly<Record<string, string>> = {
  4: polygon('-7 -1 -4.5 1.5 -2.5 -1.5 5.5 7.5 7.5 5.5 -2.5 -6.5'),
  8: polygon('-7 -5 -2 0 -7 5 -5 7 0 2 5 7 7 5 2 0 7 -5 5 -7 0 -2 -5 -7'),
  l: circle(5),
  u: polygon('0 8 8 0 0 -8 -8 0'),
  n: polygon('-6 -6 -6 6 6 6 6 -6'),
  H: polygon(
    Array.from({ length: 10 }, (_, index) => {
      const [angle, radius] = [(Math.PI * (index + 2.5)) / 5, index % 2 === 0 ? 8 : 3.2];
      return `${format(radius * Math.cos(angle))} ${format(radius * Math.sin(angle))}`;
    }).join(' '),
  ),
};

function polygon(points: string): string {
  const [first = '', ...others] = points.match(/\S+ \S+/g) ?? [];
  return `${first} m ${others.map((point) => `${point} l`).join(' ')} h`;
}

function circle(radius: number): string {
  const [r, b] = [format(radius), format(radius * bend)];
  const [minusR, minusB] = [format(-radius), format(-radius * bend)];
  return `${r} 0 m ${r} ${b} ${b} ${r} 0 ${r} c ${minusB} ${r} ${minusR} ${b} ${minusR} 0 c ${minusR} ${minusB} ${minusB} ${minusR} 0 ${minusR} c ${b} ${minusR} ${r} ${minusB} ${r} 0 c h`;
}
