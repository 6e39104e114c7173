import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { choose, openContentEditor } from '#web/testing/open-content-editor.tsx';

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});

describe('chapter markers', () => {
  it('are sliders that move by keyboard, stop at their neighbours and are saved unchanged', async () => {
    const { slider, user, press, saves } = await openContentEditor();
    const mark = slider('Start of Part 2');
    expect(mark.getAttribute('aria-valuetext')).toBe('10:00');
    mark.focus();
    await user.keyboard('{ArrowRight}');
    expect(slider('Start of Part 2').getAttribute('aria-valuenow')).toBe('600.1');
    await user.keyboard('[[');
    expect(slider('Start of Part 2').getAttribute('aria-valuenow')).toBe('599.85');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'End of Part 1' }).value).toBe('9:59.85');
    await press('Save');
    await screen.findByText('All changes are saved');
    expect(saves()).toEqual([
      {
        version: 1,
        chapters: [
          { id: 1, audio_url: null, start: 0, end: 599.85 },
          { id: 2, audio_url: null, start: 599.85, end: 1200 },
          { id: 3 },
        ],
      },
    ]);
  });

  it('of a locked chapter cannot be moved', async () => {
    const { slider, user } = await openContentEditor();
    slider('Start of Part 2').focus();
    await choose(user, 'More chapter actions', 'Lock');
    slider('Start of Part 2').focus();
    await user.keyboard('{ArrowRight}');
    expect(slider('Start of Part 2').getAttribute('aria-valuenow')).toBe('600');
    screen.getByText('This chapter is locked.');
  });
});

describe('chapters', () => {
  it('are split at the playhead, merged, and restored with undo by name', async () => {
    const { user, press, names, slider, saves } = await openContentEditor();
    slider('Playhead').focus();
    for (let index = 0; index < 3; index += 1) await user.keyboard('{PageUp}');
    await press('Split');
    expect(names()).toEqual(['Part 1', 'Chapter 2', 'Part 2', 'Part 3']);
    await press('Undo split chapter 1');
    expect(names()).toEqual(['Part 1', 'Part 2', 'Part 3']);
    await press('Redo split chapter 1');
    await press('Save');
    await screen.findByText('All changes are saved');
    expect(saves()[0]).toMatchObject({
      chapters: [
        { id: 1, start: 0, end: 30, text_items: [] },
        { name: 'Chapter 2', start: 30, end: 600, text_items: [{ id: 11 }, { id: 12 }] },
        { id: 2 },
        { id: 3 },
      ],
    });
    // A chapter that received its ID from a save is not created again.
    await user.click(screen.getByRole('textbox', { name: 'Name of chapter 1' }));
    await press('Merge');
    await press('Save');
    await waitFor(() => expect(saves()).toHaveLength(2));
    expect(saves()[1]).toMatchObject({
      version: 2,
      chapters: [{ id: 1, start: 0, end: 600, text_items: [{ id: 11 }, { id: 12 }] }, { id: 2 }, { id: 3 }],
    });
  });

  it('are suggested from pauses, with pasted titles', async () => {
    const { user, names, press } = await openContentEditor();
    await choose(user, 'More chapter actions', 'Suggest chapter breaks');
    await user.type(screen.getByRole('textbox', { name: 'Chapter titles, one per line' }), 'One{Enter}Two');
    await press('Apply chapter breaks');
    expect(names()).toEqual(['One', 'Two']);
    await press('Undo apply suggested chapter breaks');
    expect(names()).toHaveLength(3);
  });

  it('are created from a pasted list with times, and copied as one', async () => {
    const { user, names, press } = await openContentEditor();
    await choose(user, 'More chapter actions', 'Paste list');
    await user.click(screen.getByRole('textbox', { name: 'Chapter titles, with or without times' }));
    await user.paste('00:00:00 Dawn\n00:05:00 Noon');
    expect(screen.getByText('2 chapters with start times. The audio will be split again.')).toBeTruthy();
    await press('Apply list');
    expect(names()).toEqual(['Dawn', 'Noon']);
    await choose(user, 'More chapter actions', 'Copy as list');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'List' }).value).toBe(
      '00:00:00 Dawn\n00:05:00 Noon',
    );
  });

  it('are reordered by a typed position, and renamed', async () => {
    const { user, names } = await openContentEditor();
    const position = screen.getByRole('textbox', { name: 'Position of Part 3' });
    await user.clear(position);
    await user.type(position, '1{Enter}');
    expect(names()).toEqual(['Part 3', 'Part 1', 'Part 2']);
    await user.type(screen.getByRole('textbox', { name: 'Name of chapter 2' }), '!');
    expect(names()).toEqual(['Part 3', 'Part 1!', 'Part 2']);
  });

  it('are shifted after a position', async () => {
    const { user, press, slider } = await openContentEditor();
    await choose(user, 'More chapter actions', 'Shift or stretch times');
    const from = screen.getByRole('textbox', { name: 'Everything after' });
    await user.clear(from);
    await user.type(from, '5:00');
    await user.type(screen.getByRole('textbox', { name: 'Seconds' }), '-12.5');
    await press('Apply');
    expect(slider('Start of Part 2').getAttribute('aria-valuenow')).toBe('587.5');
  });
});

describe('paragraphs', () => {
  const fields = () =>
    screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: 'Paragraph' }).map(({ value }) => value);
  const field = (text: string) => {
    const rows = screen
      .getAllByRole<HTMLTextAreaElement>('textbox', { name: 'Paragraph' })
      .find(({ value }) => value === text);
    if (!rows) throw new Error(`No paragraph "${text}"`);
    return rows;
  };

  it('are split by Enter, joined by Backspace and pasted as paragraphs', async () => {
    const { user } = await openContentEditor();
    const first = field('First text of part 1. It goes on.');
    await user.click(first);
    act(() => first.setSelectionRange(22, 22));
    await user.keyboard('{Enter}');
    expect(fields().slice(0, 3)).toEqual(['First text of part 1.', 'It goes on.', 'Second text of part 1.']);
    await waitFor(() => expect(document.activeElement).toBe(field('It goes on.')));
    await user.keyboard('{Backspace}');
    expect(fields()[0]).toBe('First text of part 1. It goes on.');
    await user.click(field('Second text of part 1.'));
    act(() => field('Second text of part 1.').setSelectionRange(22, 22));
    await user.paste(' And\n\na pasted one\n\nand another');
    expect(fields().slice(1, 4)).toEqual(['Second text of part 1. And', 'a pasted one', 'and another']);
  });

  it('are found and replaced after a count', async () => {
    const { user, press, saves } = await openContentEditor();
    await press('Find and replace');
    await user.type(screen.getByRole('textbox', { name: 'Find' }), 'text');
    await screen.findByText('6 matches in 6 paragraphs');
    await user.type(screen.getByRole('textbox', { name: 'Replace with' }), 'line');
    await press('Replace all');
    expect(fields()[0]).toBe('First line of part 1. It goes on.');
    await press('Save');
    await screen.findByText('All changes are saved');
    expect(saves()[0]?.['chapters']).toHaveLength(3);
  });

  it('are moved to the next chapter from a paragraph on, and split a chapter there', async () => {
    const { user, saves, press, names } = await openContentEditor();
    await user.click(field('Second text of part 1.'));
    await choose(user, 'More text actions', 'Move to next chapter');
    await user.click(field('Second text of part 2.'));
    await choose(user, 'More text actions', 'Split chapter here');
    expect(names()).toEqual(['Part 1', 'Part 2', 'Chapter 3', 'Part 3']);
    await press('Save');
    await screen.findByText('All changes are saved');
    expect(saves()[0]).toMatchObject({
      chapters: [
        { id: 1, text_items: [{ id: 11 }] },
        { id: 2, text_items: [{ id: 12 }, { id: 21 }] },
        { name: 'Chapter 3', text_items: [{ id: 22 }] },
        { id: 3 },
      ],
    });
  });

  it('are read from a file, and appended or replaced', async () => {
    const { user, press } = await openContentEditor();
    const file = (text: string) => new File([text], 'part.md');
    const input = () => screen.getByLabelText<HTMLInputElement>('Import text from file...');
    await user.upload(input(), file('# A *title*\n\nIt was late.'));
    await screen.findByText('part.md: 2 paragraphs (5 words) for “Part 1”');
    await press('Import text');
    expect(fields().slice(1, 4)).toEqual(['Second text of part 1.', 'A title', 'It was late.']);
    await press('Undo import text into chapter 1');
    await user.upload(input(), file('Second text of part 1!'));
    await user.click(await screen.findByRole('radio', { name: 'Replace existing text' }));
    await press('Import text');
    expect(fields()[0]).toBe('Second text of part 1!');
    expect(fields()[1]).toBe('First text of part 2. It goes on.');
    const files = [new File(['x'], 'part.pdf')];
    fireEvent.drop(screen.getByRole('region', { name: 'Text' }), {
      dataTransfer: { types: ['Files'], files },
    });
    await screen.findByText('part.pdf isn’t supported. Choose a .txt, .md or .docx file.');
  });
});
