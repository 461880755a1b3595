using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;

namespace Pedido
{
    /// <summary>
    /// A value of JSON: an object, a list, a text, a number or a flag. A null of JSON is a null of C#. What it
    /// holds is taken by an index and a cast: <c>(decimal)order["total_value"]</c>.
    /// </summary>
    public sealed class Json : IEnumerable<Json>
    {
        internal Json(object value, Answer answer = null)
        {
            Value = value;
            Answer = answer;
        }

        /// <summary>A dictionary, a list, a string, a decimal (a double where the number is too large for one), or a bool.</summary>
        internal object Value { get; }

        /// <summary>The head of the answer that this came with; null in what is a part of an answer.</summary>
        public Answer Answer { get; }

        /// <summary>The version, for <see cref="Options.IfMatch"/>. Records of lists and events come without.</summary>
        public string ETag => Answer?.Headers["ETag"];

        /// <summary>A property of an object; null where it is null.</summary>
        /// <exception cref="KeyNotFoundException">It has no property of this name.</exception>
        public Json this[string name]
        {
            get
            {
                if (Members.TryGetValue(name, out var found))
                {
                    return found;
                }
                throw new KeyNotFoundException($"There is no {name}: {string.Join(", ", Names)}.");
            }
        }

        /// <summary>A value of a list, from 0.</summary>
        public Json this[int index] => Values[index];

        /// <summary>How many properties an object has, or values a list.</summary>
        public int Count => Value is List<Json> list ? list.Count : Members.Count;

        /// <summary>The names of an object's properties.</summary>
        public IEnumerable<string> Names => Members.Keys;

        /// <summary>Whether an object has this property, be it null.</summary>
        public bool Has(string name) => Members.ContainsKey(name);

        internal Dictionary<string, Json> Members => Of<Dictionary<string, Json>>(this, "object");

        internal List<Json> Values => Of<List<Json>>(this, "list");

        /// <summary>Reads a text of JSON.</summary>
        /// <exception cref="FormatException">It is none.</exception>
        public static Json Parse(string text) => JsonReader.Read(text);

        /// <summary>What the client makes of an anonymous object, a dictionary, a list or a single value.</summary>
        /// <exception cref="ArgumentException">Something in it has no form in JSON.</exception>
        public static Json From(object value) => Parse(JsonWriter.Write(value));

        /// <summary>Goes through a list.</summary>
        public IEnumerator<Json> GetEnumerator() => Values.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        /// <summary>A text itself, and all else as JSON.</summary>
        public override string ToString() => Value as string ?? JsonWriter.Write(this);

        /// <summary>A text.</summary>
        public static explicit operator string(Json json) => json == null ? null : Of<string>(json, "text");

        /// <summary>A flag.</summary>
        public static explicit operator bool(Json json) => Of<bool>(json, "flag");

        /// <summary>A number, exactly as it was sent.</summary>
        public static explicit operator decimal(Json json) => Of<decimal>(json, "number");

        /// <summary>A number as a double.</summary>
        public static explicit operator double(Json json) =>
            json?.Value is double ? (double)json.Value : (double)(decimal)json;

        /// <summary>A number without a fraction.</summary>
        public static explicit operator long(Json json)
        {
            var number = (decimal)json;
            if (number == decimal.Truncate(number))
            {
                return (long)number;
            }
            throw new InvalidCastException($"{json} has a fraction.");
        }

        /// <summary>A number without a fraction.</summary>
        public static explicit operator int(Json json) => checked((int)(long)json);

        /// <summary>An instant; without a zone it is one of UTC.</summary>
        public static explicit operator DateTimeOffset(Json json) => DateTimeOffset.Parse(
            Of<string>(json, "text"),
            CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal);

        /// <summary>A flag, or null.</summary>
        public static explicit operator bool?(Json json) => json == null ? (bool?)null : (bool)json;

        /// <summary>A number, or null.</summary>
        public static explicit operator decimal?(Json json) => json == null ? (decimal?)null : (decimal)json;

        /// <summary>A number without a fraction, or null.</summary>
        public static explicit operator long?(Json json) => json == null ? (long?)null : (long)json;

        /// <summary>A number without a fraction, or null.</summary>
        public static explicit operator int?(Json json) => json == null ? (int?)null : (int)json;

        /// <summary>An instant, or null.</summary>
        public static explicit operator DateTimeOffset?(Json json) =>
            json == null ? (DateTimeOffset?)null : (DateTimeOffset)json;

        private static T Of<T>(Json json, string kind)
        {
            if (json != null && json.Value is T)
            {
                return (T)json.Value;
            }
            throw new InvalidCastException($"{(json == null ? "null" : JsonWriter.Write(json))} is no {kind}.");
        }
    }
}
