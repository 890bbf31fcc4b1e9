/**
 * Defines `holderOf(note)`, the box that an absolute box is placed in (CSS Positioned Layout 3, section 2.1), undefined where that is the
 * page, and `isCut(note)`, whether nothing of it is seen at the foot of a page. Takes `styleOf` from around it.
 */
export const findHolders = `
  const holderOf = (note) => {
    for (let box = note.parentElement; box !== document.documentElement; box = box.parentElement) {
      const { position, transform, filter, perspective, contain, willChange, backdropFilter, containerType } = styleOf(box);
      const plain = [transform, filter, perspective, backdropFilter].every((value) => value === 'none') && containerType === 'normal';
      if (position !== 'static' || !plain || /paint|layout|strict|content/.test(contain) || /transform|filter|perspective/.test(willChange)) return box;
    }
    return undefined;
  };
  // Whether nothing of a box is seen at the foot of a page, because what holds it cuts it off.
  const isCut = (note) => {
    for (let box = holderOf(note); box && box !== document.body && box !== document.documentElement; box = box.parentElement) {
      const { overflowX, overflowY, clipPath, contain } = styleOf(box);
      if (overflowX + overflowY !== 'visiblevisible' || clipPath !== 'none' || /paint|strict|content/.test(contain)) return true;
    }
    return false;
  };`;
