/** A margin box (CSS Paged Media 3, section 5). TypeScript does not know it. */
declare class CSSMarginRule extends CSSRule {
  readonly name: string;
  readonly style: CSSStyleDeclaration;
}

/** The style of a page has all properties that apply to one, such as backgrounds. */
interface CSSPageDescriptors extends CSSStyleProperties {}
