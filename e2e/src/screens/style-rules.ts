import type { Page } from 'playwright-core';

/** A rule of a style sheet, as a browser reads it. */
export interface StyleRule {
  selector: string;
  /** Name of the layer that it is in; empty outside of all. */
  layer: string;
}

export interface StyleSheetContent {
  rules: StyleRule[];
  keyframes: string[];
  /** Names of rules that count for the whole document wherever they stand: `@font-face` and such. */
  others: string[];
}

/** All that is in a style sheet, read by a browser. */
export function readStyles(page: Page, css: string): Promise<StyleSheetContent> {
  return page.evaluate((text) => {
    const content: StyleSheetContent = { rules: [], keyframes: [], others: [] };
    const collect = (rules: Iterable<CSSRule>, layer: string): void => {
      for (const rule of rules) {
        if (rule instanceof CSSLayerBlockRule) collect(rule.cssRules, rule.name);
        else if (rule instanceof CSSStyleRule) {
          content.rules.push({ selector: rule.selectorText, layer });
          collect(rule.cssRules, layer);
        } else if (rule instanceof CSSKeyframesRule) content.keyframes.push(rule.name);
        else if (rule instanceof CSSGroupingRule) collect(rule.cssRules, layer);
        else if (!(rule instanceof CSSLayerStatementRule)) content.others.push(rule.cssText.split(/[ {]/, 1)[0] ?? '');
      }
    };
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    collect(sheet.cssRules, '');
    return content;
  }, css);
}

/** Names of the classes in a selector. */
export const classesIn = (selector: string): string[] =>
  [...selector.matchAll(/\.(-?[_a-z][\w-]*)/gi)].map(([, name = '']) => name);

/** What a browser has computed for an element and all within it, property by property. */
export function computedStyles(page: Page, root: string): Promise<Record<string, string>[]> {
  return page.evaluate((selector) => {
    const elements = [
      document.documentElement,
      document.body,
      ...document.querySelectorAll(`${selector}, ${selector} *`),
    ];
    return elements.map((element) => {
      const style = getComputedStyle(element);
      return Object.fromEntries([...style].map((property) => [property, style.getPropertyValue(property)]));
    });
  }, root);
}
